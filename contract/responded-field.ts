export const respondedField = 'person_responded_at';
