/** Refusals that several contracts of workspaces share. Non-members get 404. */
export const workspace_not_found = [
  404,
  'There is no such workspace, or the caller may not see it.',
] as const;
export const not_workspace_officer = [
  403,
  "The caller's role in the workspace does not allow this.",
] as const;
export const owner_stays = [409, 'The owner stays until the workspace has another one.'] as const;
export const role_not_of_workspace = [409, 'There is no such role in this kind of workspace.'] as const;
export const owner_account_closed = [409, 'That account is deleted or its deletion is pending.'] as const;
export const member_not_found = [404, 'That account is no member of the workspace.'] as const;
export const certificate_not_found = [404, 'There is no such medical certificate of the caller.'] as const;
export const certificate_not_shared = [
  404,
  'No such medical certificate is shared with the workspace.',
] as const;
