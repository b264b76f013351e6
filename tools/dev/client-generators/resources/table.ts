/** A method of both official clients. A string stands for an operation without a body. */
export type Method =
  | string
  | {
      operation: string;
      about?: string;
      /** The name of the argument that is the body. */
      body?: string;
      /** Its name in Python, if it differs. */
      pythonBody?: string;
      /** The only field of the body, which is the argument in its place. */
      field?: string;
    };

export interface Resource {
  about: string;
  /** Methods by name in TypeScript; in Python with underscores. */
  methods: Record<string, Method>;
}

/** The resources whose methods only send a request. Threads, runs and voice do more, and are written by hand. */
export const resources: Record<string, Resource> = {
  Agents: {
    about: 'Published versions of agents.',
    methods: {
      publish: { operation: 'publishAgent', body: 'agent' },
      list: 'listAgents',
      get: 'getAgent',
      archive: 'archiveAgent',
    },
  },
  Patches: {
    about: 'Declarations of what agents can call.',
    methods: {
      publish: { operation: 'publishPatch', body: 'patch' },
      list: 'listPatches',
      get: 'getPatch',
    },
  },
  Connections: {
    about: 'Hosts that agents call.',
    methods: {
      create: { operation: 'createConnection', body: 'connection', pythonBody: 'definition' },
      list: 'listConnections',
      get: 'getConnection',
      update: { operation: 'updateConnection', body: 'change' },
      delete: 'deleteConnection',
      test: 'testConnection',
      tools: {
        operation: 'listConnectionTools',
        about: 'The tools of an MCP server, with what an import would propose for each. Publishes nothing.',
      },
      importTools: {
        operation: 'importTools',
        body: 'tools',
        about: 'Makes patches of the tools of an MCP server.',
      },
    },
  },
  ApprovalPolicies: {
    about: 'Policies that allow, deny or hold calls, and name the approvers.',
    methods: {
      publish: { operation: 'publishApprovalPolicy', body: 'policy' },
      list: 'listApprovalPolicies',
      get: 'getApprovalPolicy',
      simulate: {
        operation: 'simulateApprovalPolicy',
        body: 'simulation',
        about: 'Simulates a policy on stored calls.',
      },
    },
  },
  ApproverGroups: {
    about: 'Groups of people who may approve at a stage of a policy.',
    methods: {
      put: { operation: 'putApproverGroup', body: 'group' },
      list: 'listApproverGroups',
      get: 'getApproverGroup',
      delete: 'deleteApproverGroup',
    },
  },
  Freezes: {
    about: 'Freezes: no call that one covers is sent.',
    methods: {
      put: { operation: 'putFreeze', body: 'freeze' },
      list: 'listFreezes',
      lift: {
        operation: 'liftFreeze',
        about: 'Lifts a freeze: the approved calls that it held back are sent.',
      },
    },
  },
  Changes: {
    about: 'Proposed changes of the configuration.',
    methods: {
      list: 'listChanges',
      get: 'getChange',
      approve: 'approveChange',
      reject: { operation: 'rejectChange', body: 'rejection' },
    },
  },
  Passkeys: {
    about: 'Keys of people, with which they sign their decisions (WebAuthn).',
    methods: {
      options: { operation: 'createPasskeyOptions', about: 'Options for `navigator.credentials.create()`.' },
      enrol: { operation: 'enrolPasskey', body: 'passkey' },
      list: 'listPasskeys',
      revoke: {
        operation: 'revokePasskey',
        about: 'Revokes a passkey. Decisions that it has signed stay valid.',
      },
      challenge: {
        operation: 'createApprovalChallenge',
        body: 'decision',
        about:
          'The challenge that a passkey of the actor signs for a decision, for `navigator.credentials.get()`.',
      },
    },
  },
  Settings: {
    about: 'Settings of changes that need two people, of passkeys, and of the sign-in to the console.',
    methods: {
      fourEyes: 'getFourEyes',
      putFourEyes: { operation: 'putFourEyes', body: 'settings' },
      passkeys: 'getPasskeySettings',
      putPasskeys: { operation: 'putPasskeySettings', body: 'settings' },
      consoleSignIn: 'getConsoleSignIn',
      putConsoleSignIn: { operation: 'putConsoleSignIn', body: 'signIn' },
      removeConsoleSignIn: {
        operation: 'removeConsoleSignIn',
        about: 'Ends the sessions that began with it; afterwards API keys and links have all rights again.',
      },
    },
  },
  ApiKeys: {
    about: 'Credentials of the workspace.',
    methods: {
      create: { operation: 'createApiKey', body: 'key' },
      list: 'listApiKeys',
      get: 'getApiKey',
      delete: 'deleteApiKey',
    },
  },
  SigningKeys: {
    about: 'Keys with which your backend signs session tokens.',
    methods: {
      create: { operation: 'createSigningKey', body: 'key' },
      list: 'listSigningKeys',
      get: 'getSigningKey',
      delete: 'deleteSigningKey',
    },
  },
  Subjects: {
    about: 'The people whom threads belong to.',
    methods: {
      erase: { operation: 'eraseSubject', about: 'Erases all data of a subject, which `erasure` follows.' },
      erasure: 'getErasure',
    },
  },
  Events: {
    about: 'The log of events. `threads.events` follows them as they happen.',
    methods: { list: 'listEvents', get: 'getEvent' },
  },
  WebhookEndpoints: {
    about: 'Your URLs to which events are delivered. `verifyWebhook` verifies them there.',
    methods: {
      create: { operation: 'createWebhookEndpoint', body: 'endpoint' },
      list: 'listWebhookEndpoints',
      get: 'getWebhookEndpoint',
      update: { operation: 'updateWebhookEndpoint', body: 'change' },
      delete: 'deleteWebhookEndpoint',
      rotateSecret: {
        operation: 'rotateWebhookSecret',
        about: 'Gives the endpoint a new secret. The old one also signs for 24 hours.',
      },
      test: 'testWebhookEndpoint',
      deliveries: 'listWebhookDeliveries',
      delivery: {
        operation: 'getWebhookDelivery',
        about: 'An attempt, with what was sent and what was answered.',
      },
      redeliver: { operation: 'redeliverWebhook', field: 'event_id' },
    },
  },
  Payees: {
    about: 'The accounts that payments named, and what was paid to them.',
    methods: {
      create: { operation: 'createPayee', body: 'payee' },
      list: 'listPayees',
      get: 'getPayee',
      update: { operation: 'updatePayee', body: 'change' },
      delete: 'deletePayee',
      payments: 'listPayeePayments',
    },
  },
  Payments: {
    about: 'Payments that were sent.',
    methods: { list: 'listPayments', reportSettlement: { operation: 'reportSettlement', body: 'report' } },
  },
  Account: {
    about: 'Usage and costs.',
    methods: {
      balance: 'getCredits',
      ledger: 'listLedger',
      usage: 'getUsage',
      requests: 'listRequests',
      request: 'getRequest',
      budgets: 'listBudgets',
      putBudget: { operation: 'putBudget', body: 'budget' },
      deleteBudget: 'deleteBudget',
      audit: 'listAudit',
      auditHead: 'getAuditHead',
      runStats: 'getRunStats',
      costs: {
        operation: 'getCosts',
        about: 'The costs of runs in a period, by agent, model or subject, and over time.',
      },
      webhookStats: 'getWebhookStats',
    },
  },
  Mcp: {
    about: 'The standing authorizations of MCP clients, and where their users sign in.',
    methods: {
      grants: 'listMcpGrants',
      revokeGrant: 'revokeMcpGrant',
      settings: 'getMcpSettings',
      putSettings: { operation: 'updateMcpSettings', body: 'settings' },
    },
  },
  Identify: {
    about: 'The bank behind an account reference.',
    methods: {
      lookUp: { operation: 'identify', body: 'reference' },
      banks: 'listBanks',
      stats: 'getIdentifyStats',
    },
  },
  Realtime: {
    about: 'Subscriptions at the realtime provider.',
    methods: {
      config: 'getRealtimeConfig',
      authorize: { operation: 'authorizeChannel', body: 'channel' },
    },
  },
};
