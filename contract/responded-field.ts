/** The field of a result that shows a model when a person answered, decided or reported. */
export const respondedField = 'person_responded_at';
