import { ids, times } from './ids.ts';

/** Examples of events and of their transport to browsers. */
export const eventExamples = {
  Event: {
    id: ids.event,
    type: 'run.completed',
    created_at: times.replied,
    seq: 6,
    origin: 'api',
    source: { kind: 'run', id: ids.run },
    parent: null,
    context: {
      workspace_id: ids.workspace,
      connection_id: ids.connection,
      agent_id: ids.agent,
      agent_key: 'payments',
      thread_id: ids.thread,
      subject_ref: 'ada',
    },
    run_id: ids.run,
    thread_id: ids.thread,
    data: { state: 'closed', cost_credits: 0.2592, reason: 'finished' },
  },
  MessageDelta: { message_id: ids.reply, index: 0, text: 'Done: 12.50 ' },
  RealtimeConfig: { enabled: true, key: '278d425bdf160c739803', cluster: 'eu' },
  ChannelRequest: { channel_name: `private-thread-${ids.thread}`, socket_id: '123.456' },
  ChannelAuthorization: {
    auth: '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  },
};
