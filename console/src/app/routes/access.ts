import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root.tsx';

const keysPage = () => import('../../pages/keys/keys-page.tsx');
export const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/keys',
  loader: async ({ context }) => (await keysPage()).loadKeys(context.queryClient),
  component: lazyRouteComponent(keysPage, 'KeysPage'),
});

const passkeysPage = () => import('../../pages/passkeys/passkeys-page.tsx');
export const passkeys = createRoute({
  getParentRoute: () => signedIn,
  path: '/passkeys',
  loader: async ({ context }) => (await passkeysPage()).loadPasskeys(context.queryClient),
  component: lazyRouteComponent(passkeysPage, 'PasskeysPage'),
});

const grantsPage = () => import('../../pages/grants/grants-page.tsx');
export const grants = createRoute({
  getParentRoute: () => signedIn,
  path: '/grants',
  loader: async ({ context }) => (await grantsPage()).loadGrants(context.queryClient),
  component: lazyRouteComponent(grantsPage, 'GrantsPage'),
});

const signInSettingsPage = () => import('../../pages/company-sign-in/company-sign-in-page.tsx');
export const signInSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/sign-in-settings',
  loader: async ({ context }) => (await signInSettingsPage()).loadSignInSettings(context.queryClient),
  component: lazyRouteComponent(signInSettingsPage, 'CompanySignInPage'),
});
