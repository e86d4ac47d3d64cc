/** What an attach button, a file or a microphone needs. */
export const loadSending = async () => (await import('./Sending.tsx')).Sending;
