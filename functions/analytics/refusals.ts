/** Refusals that several contracts of workspaces share. Non-members get 404. */
export const workspace_not_found = [
  404,
  'The workspace does not exist, or the caller may not see it.',
] as const;
export const not_workspace_officer = [
  403,
  "The caller's role in the workspace does not allow this.",
] as const;
export const owner_stays = [
  409,
  'The owner cannot leave or be removed. An administrator must assign another owner first.',
] as const;
export const role_not_of_workspace = [409, 'This kind of workspace does not have the role.'] as const;
export const owner_account_closed = [
  409,
  "The owner's account has been deleted, or its deletion is pending.",
] as const;
export const member_not_found = [404, 'The workspace has no current member with this id.'] as const;
export const certificate_not_found = [
  404,
  'The caller has no medical-certificate request with this id.',
] as const;
export const certificate_not_shared = [
  404,
  'No medical-certificate request with this id is shared with the workspace.',
] as const;
