/** The ids in a form's key that names a conversation: `customer@instance`. */
export function partsOfKey(key: string): { readonly customerId: string; readonly instanceId: string } {
  const [customerId = '', instanceId = ''] = key.split('@');
  return { customerId, instanceId };
}

/** The ids in a form's key that names a member of a group: `group@customer`. */
export function partsOfMember(key: string): { readonly groupId: string; readonly customerId: string } {
  const [groupId = '', customerId = ''] = key.split('@');
  return { groupId, customerId };
}
