// oxlint-disable max-lines -- One table of all pages.
import {
  Activity,
  Banknote,
  Bot,
  ChartNoAxesColumn,
  Coins,
  ContactRound,
  FileCheck2,
  Fingerprint,
  GitPullRequestArrow,
  Inbox,
  KeyRound,
  KeySquare,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  Plug,
  Puzzle,
  Scale,
  ScrollText,
  ShieldCheck,
  UsersRound,
  Wallet,
  Webhook,
} from 'lucide-react';

/** A page that the navigation leads to. */
export interface NavigationEntry {
  to:
    | '/playground'
    | '/inbox'
    | '/overview'
    | '/runs'
    | '/payments'
    | '/costs'
    | '/requests'
    | '/agents'
    | '/patches'
    | '/connections'
    | '/webhooks'
    | '/keys'
    | '/passkeys'
    | '/grants'
    | '/changes'
    | '/approval-policies'
    | '/approver-groups'
    | '/payees'
    | '/audit'
    | '/budgets'
    | '/sign-in-settings'
    | '/identify';
  title: string;
  icon: LucideIcon;
  /** The letter after `g` that goes there. */
  key: string;
  /** Further words by which the command palette finds it. */
  words?: string;
}

/** The pages, as the side bar groups them. */
export const navigation: { title: string; entries: NavigationEntry[] }[] = [
  {
    title: 'Converse',
    entries: [
      { to: '/playground', title: 'Playground', icon: MessagesSquare, key: 'p', words: 'chat talk thread' },
      { to: '/inbox', title: 'Inbox', icon: Inbox, key: 'i', words: 'approvals decide approve reject' },
    ],
  },
  {
    title: 'Observe',
    entries: [
      {
        to: '/overview',
        title: 'Overview',
        icon: ChartNoAxesColumn,
        key: 'o',
        words: 'dashboard charts cost',
      },
      { to: '/runs', title: 'Runs', icon: Activity, key: 'r', words: 'trace timeline' },
      {
        to: '/payments',
        title: 'Payments',
        icon: Banknote,
        key: 'n',
        words: 'money settled returned sent amount',
      },
      { to: '/costs', title: 'Costs', icon: Coins, key: 'e', words: 'spend money model subject agent CSV' },
      { to: '/requests', title: 'Requests', icon: ScrollText, key: 'q', words: 'log activity' },
    ],
  },
  {
    title: 'Build',
    entries: [
      { to: '/agents', title: 'Agents', icon: Bot, key: 'a', words: 'publish versions' },
      { to: '/patches', title: 'Patches', icon: Puzzle, key: 't', words: 'tools publish versions' },
      { to: '/connections', title: 'Connections', icon: Plug, key: 'c', words: 'hosts MCP import' },
      {
        to: '/webhooks',
        title: 'Webhooks',
        icon: Webhook,
        key: 'w',
        words: 'endpoints deliveries redeliver',
      },
      { to: '/identify', title: 'Identify', icon: Landmark, key: 'd', words: 'bank account IBAN lookup' },
    ],
  },
  {
    title: 'Control',
    entries: [
      {
        to: '/approval-policies',
        title: 'Approval policies',
        icon: Scale,
        key: 'y',
        words: 'rules limits stages simulate allow deny hold',
      },
      {
        to: '/approver-groups',
        title: 'Approver groups',
        icon: UsersRound,
        key: 'u',
        words: 'members who may approve',
      },
      {
        to: '/payees',
        title: 'Payees',
        icon: ContactRound,
        key: 'v',
        words: 'vendors beneficiaries accounts block trust',
      },
      {
        to: '/changes',
        title: 'Changes',
        icon: GitPullRequestArrow,
        key: 'h',
        words: 'four eyes propose approve two people',
      },
      {
        to: '/audit',
        title: 'Audit log',
        icon: FileCheck2,
        key: 'l',
        words: 'verify chain head export CSV proof',
      },
      { to: '/budgets', title: 'Budgets', icon: Wallet, key: 'b', words: 'credits spend limit' },
    ],
  },
  {
    title: 'Access',
    entries: [
      { to: '/keys', title: 'Keys', icon: KeyRound, key: 'k', words: 'API signing secret' },
      {
        to: '/passkeys',
        title: 'Passkeys',
        icon: KeySquare,
        key: 'f',
        words: 'WebAuthn sign decisions fingerprint',
      },
      { to: '/grants', title: 'MCP grants', icon: ShieldCheck, key: 'm', words: 'revoke clients' },
      {
        to: '/sign-in-settings',
        title: 'Sign-in',
        icon: Fingerprint,
        key: 's',
        words: 'OIDC SSO roles provider',
      },
    ],
  },
];
