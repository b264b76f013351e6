/** The version of MongoDB that is downloaded where the network allows it. */
export const mongodVersion = '8.2.6';
