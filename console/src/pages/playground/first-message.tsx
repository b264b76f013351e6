import { useState } from 'react';
import type { Agent } from '../../api/schema.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Composer } from './composer.tsx';
import { ContextFields } from './context-fields.tsx';
import { contextOfTexts } from './context-of-texts.ts';
import type { Action } from './curl.ts';
import { ScriptStarters } from './script-starters.tsx';
import { useStart } from './use-start.ts';

/** The first message of a conversation, and to which agent. */
export function FirstMessage({
  subject,
  agents,
  onAction,
  onStarted,
}: {
  subject: string;
  /** At least one. The first is chosen until another one is. */
  agents: readonly [Agent, ...Agent[]];
  onAction: (action: Action) => void;
  onStarted: (thread: string, firstMessage: string) => void;
}) {
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const [facts, setFacts] = useState<Record<string, string>>({});
  const creation = useStart(subject, { onAction, onStarted });
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0];
  const start = async (content: string): Promise<boolean> =>
    await creation
      .mutateAsync({ agentId: agent.id, context: contextOfTexts(agent.context, facts), content })
      .then(
        () => true,
        () => false,
      );
  return (
    <div className="mt-8 space-y-4">
      <Field label="Agent" className="max-w-80">
        {(control) => (
          <Select {...control} value={agent.id} onChange={({ target }) => setChosen(target.value)}>
            {agents.map(({ id, name, version, model_class }) => (
              <option key={id} value={id}>
                {name}, version {version} ({model_class})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {agent.context !== undefined && (
        <ContextFields
          context={agent.context}
          texts={facts}
          onText={(name, value) => setFacts({ ...facts, [name]: value })}
        />
      )}
      <Composer
        subject={subject}
        placeholder={`Message ${agent.name}`}
        busy={creation.isPending}
        text={text}
        onText={setText}
        onSend={start}
      />
      {creation.isError && <ErrorNotice error={creation.error} />}
      {agent.model_class === 'scripted' && (
        <ScriptStarters agent={agent} busy={creation.isPending} onChoose={({ text }) => void start(text)} />
      )}
    </div>
  );
}
