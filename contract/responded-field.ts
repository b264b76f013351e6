/** The field of a result in which a model is told when a person answered, decided or reported. */
export const respondedField = 'person_responded_at';
