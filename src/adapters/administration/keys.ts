/** The ids in a form's key that names a conversation: `customer@instance`. */
export function partsOfKey(key: string): { readonly customerId: string; readonly instanceId: string } {
  const [customerId = '', instanceId = ''] = key.split('@');
  return { customerId, instanceId };
}
