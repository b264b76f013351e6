/** The input of the sign-in form. */
export interface SignInValues {
  name: string;
  api_key: string;
}

/** The errors of the input by field, in the order of the fields. */
export function errorsOf({ name, api_key }: SignInValues, withKey: boolean): Partial<SignInValues> {
  const tooLong = name.length > 255 ? 'At most 255 characters.' : undefined;
  const wrongName = name === '' ? 'Enter your name.' : tooLong;
  return {
    ...(wrongName !== undefined && { name: wrongName }),
    ...(withKey && api_key === '' && { api_key: 'Enter an API key.' }),
  };
}
