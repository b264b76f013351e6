/** For how long a new card takes no click: it stands where the last one stood, whose button a click may have been meant for. */
export const settleMs = 400;
