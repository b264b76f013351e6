/** The version of MongoDB that is downloaded if the network allows it. */
export const mongodVersion = '8.2.6';
