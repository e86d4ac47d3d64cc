/** Whether a text can name a pool of servers: it stands in a comma-separated setting. */
export function isPoolName(text: string): boolean {
  return /^[\w.-]{1,40}$/.test(text);
}
