/** Whether a text is a valid pool name: pools are listed in a comma-separated setting. */
export function isPoolName(text: string): boolean {
  return /^[\w.-]{1,40}$/.test(text);
}
