import { MessagesSquare } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Shows the conversations, where there is no room for them beside one. */
export function ChooserButton({ onChoose }: { onChoose: () => void }) {
  return (
    <Button look="quiet" size="small" className="xl:hidden" onClick={onChoose}>
      <MessagesSquare aria-hidden />
      <span className="max-sm:sr-only">Conversations</span>
    </Button>
  );
}
