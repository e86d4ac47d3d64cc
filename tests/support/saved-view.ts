/** What a saved view of the list holds besides its name. */
export const SAVED_VIEW = {
  view: 'mine',
  sort_name: 'longest_wait',
  instance_id: null,
  department_id: null,
  user_id: null,
  tag_id: null,
  unseen: false,
  not_responded: true,
  blacklisted: false,
} as const;
