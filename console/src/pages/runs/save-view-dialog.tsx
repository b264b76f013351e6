import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';

/** Asks for the name of a view. */
export function SaveViewDialog({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save these filters"
      description="This browser keeps them. To share them, share the address of the page."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const name = new FormData(event.currentTarget).get('name');
          if (typeof name === 'string' && name.trim() !== '') onSave(name.trim());
          onClose();
        }}
      >
        <Field label="Name">
          {(control) => <Input {...control} name="name" required maxLength={60} autoComplete="off" />}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" look="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
