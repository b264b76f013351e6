import type { OidcErrorCode } from '#adapters/oidc/port.ts';

/** The reason why a sign-in ends without a session, for the person in front of the browser. */
export class SignInProblem extends Error {
  override name = 'SignInProblem';
  readonly status: number;
  readonly title: string;

  /** @param message what happened, and what to do */
  constructor(status: number, title: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.title = title;
  }
}

/** No attempt of this browser for this workspace has that state. */
export function unknownAttempt(): SignInProblem {
  return new SignInProblem(
    400,
    'This sign-in cannot be continued',
    'It was used already, has expired, or was started in another browser or for another workspace. Sign in again.',
  );
}

export function changedSettings(): SignInProblem {
  return new SignInProblem(
    409,
    'The sign-in was changed meanwhile',
    'An administrator of the workspace has just changed how people sign in. Sign in again.',
  );
}

const providerFaults: Record<OidcErrorCode, [status: number, title: string, message: string]> = {
  unreachable: [
    502,
    'Your identity provider does not answer',
    'It could not be reached, or took too long. Try again in a few minutes.',
  ],
  blocked_address: [
    502,
    'Your identity provider is not called',
    'Its address is blocked by this service. Contact an administrator of the workspace.',
  ],
  invalid_response: [
    502,
    'Your identity provider gave no valid answer',
    'Its answer does not prove who you are. If this keeps happening, contact an administrator of the workspace.',
  ],
  refused: [
    403,
    'Your identity provider refused the sign-in',
    'You may have cancelled it, or may not use this application. If this keeps happening, contact an administrator of the workspace.',
  ],
};

/** The provider's fault. */
export function providerProblem(code: OidcErrorCode, cause: unknown): SignInProblem {
  const [status, title, message] = providerFaults[code];
  return new SignInProblem(status, title, message, cause);
}

const personFaults = {
  no_ref: [
    'Your identity provider does not say who you are',
    'It leaves out the claim by which this workspace knows people, or sends one that cannot be used.',
  ],
  unverified_email: [
    'Your e-mail address is not verified',
    'Your identity provider does not say that the address is yours, so it does not count here.',
  ],
  no_role: [
    'You have no role in this workspace',
    'You were signed in at your identity provider, but this workspace gives you no role.',
  ],
} as const;

/** Somebody is signed in at the provider, and not known here. */
export function personProblem(fault: keyof typeof personFaults): SignInProblem {
  const [title, message] = personFaults[fault];
  return new SignInProblem(403, title, `${message} Ask an administrator of the workspace.`);
}
