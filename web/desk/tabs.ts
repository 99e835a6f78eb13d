import { powers, type Role, type WorkspaceKind } from '../../shared/workspaces/roles.ts';

export type Tab = WorkspaceTab | 'clinic' | PlatformTab;
export type PlatformTab = (typeof PLATFORM_TABS)[number];
export type WorkspaceTab = 'handout' | 'members' | 'invitations' | 'certificates' | 'campaigns' | 'report';

/** What administrators of the platform do here. */
export const PLATFORM_TABS = ['halls', 'gifts', 'waiting'] as const;

interface Workplace {
  readonly workspaceKind: WorkspaceKind;
  readonly role: Role;
}

/** What a role in a workspace gives access to, the most frequent first. Nothing for ordinary members. */
export function tabsOf({ workspaceKind, role }: Workplace): readonly WorkspaceTab[] {
  const { handsOutGifts, manages, decidesOnCertificates } = powers[role];
  const ofStaff = ['handout', 'campaigns', 'report'] as const;
  const ofOfficers = manages.length > 0 ? (['members', 'invitations'] as const) : [];
  if (workspaceKind === 'merchant') return [...(handsOutGifts ? ofStaff : []), ...ofOfficers];
  return [...ofOfficers, ...(decidesOnCertificates ? (['certificates', 'report'] as const) : [])];
}
