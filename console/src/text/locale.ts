/** The language of the console is English: numbers and times are written as whoever reads it writes them in English. */
export const locale: string = navigator.languages.find((name) => name.startsWith('en')) ?? 'en-GB';
