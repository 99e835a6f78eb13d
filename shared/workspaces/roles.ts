/**
 * The roles in a workspace, and what each may do. Stores, reports and the tabs of the desk follow from this table. It imports
 * nothing, because the desk loads it.
 */
export const WORKSPACE_KINDS = ['corporate', 'merchant'] as const;
export type WorkspaceKind = (typeof WORKSPACE_KINDS)[number];

/** The roles that invitations and owners give, the one with the least power first. Only `assignOwner` gives `owner`. */
export const ROLES_BESIDE_OWNER = ['member', 'staff', 'hr_admin'] as const;
export type RoleBesideOwner = (typeof ROLES_BESIDE_OWNER)[number];

export const ROLES = ['owner', ...ROLES_BESIDE_OWNER] as const;
export type Role = (typeof ROLES)[number];

interface Powers {
  /** The kinds of workspaces that have this role. */
  readonly workspaceKinds: readonly WorkspaceKind[];
  /** The roles that this role invites, and whose memberships it ends. A role that manages others is an officer. */
  readonly manages: readonly RoleBesideOwner[];
  /** Changes the roles of the members that it manages. */
  readonly changesRoles: boolean;
  /** Reads the shared medical certificates of a company with their totals, and decides on them. */
  readonly decidesOnCertificates: boolean;
  /** Hands out the gifts of a merchant, and reads its campaigns and its report. */
  readonly handsOutGifts: boolean;
}

const NO_POWERS = { manages: [], changesRoles: false, decidesOnCertificates: false, handsOutGifts: false };

export const powers: Readonly<Record<Role, Powers>> = {
  owner: {
    workspaceKinds: WORKSPACE_KINDS,
    manages: ROLES_BESIDE_OWNER,
    changesRoles: true,
    decidesOnCertificates: true,
    handsOutGifts: true,
  },
  hr_admin: {
    workspaceKinds: ['corporate'],
    manages: ['member'],
    changesRoles: false,
    decidesOnCertificates: true,
    handsOutGifts: false,
  },
  staff: { workspaceKinds: ['merchant'], ...NO_POWERS, handsOutGifts: true },
  member: { workspaceKinds: WORKSPACE_KINDS, ...NO_POWERS },
};

/** Whether a role may do anything to others. The creator of an invitation into such a role must still be able to give it. */
export const hasPowers = (role: Role): boolean => {
  const { manages, changesRoles, decidesOnCertificates, handsOutGifts } = powers[role];
  return manages.length > 0 || changesRoles || decidesOnCertificates || handsOutGifts;
};

/** What a role either may do or may not. */
export type Power = 'changesRoles' | 'decidesOnCertificates' | 'handsOutGifts';

/** The roles in a kind of workspace, the owner's first. */
export const rolesIn = (kind: WorkspaceKind): readonly Role[] =>
  ROLES.filter((role) => powers[role].workspaceKinds.includes(kind));

/** The roles that have a power, in any kind of workspace. */
export const rolesWith = (power: Power): readonly Role[] => ROLES.filter((role) => powers[role][power]);

/** The roles that may invite, change and remove people in each of these roles. */
export const rolesOver = (managed: readonly RoleBesideOwner[]): readonly Role[] =>
  ROLES.filter((role) => managed.every((each) => powers[role].manages.includes(each)));
