/** The console is in English. Numbers and times follow the reader's variety of English. */
export const locale: string = navigator.languages.find((name) => name.startsWith('en')) ?? 'en-GB';
