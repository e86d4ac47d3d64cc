/** Limits of the Cloud API on messages with reply buttons or a list, in UTF-16 units. */
export const CHOICES = {
  textMax: 1024,
  repliesMax: 3,
  replyMax: 20,
  /** Longest caption of the button that opens a list. */
  buttonMax: 20,
  rowsMax: 10,
  rowMax: 24,
  descriptionMax: 72,
} as const;
