import type { contractModules } from '../../functions/contracts.ts';
import type { Area } from '../../shared/contract/contract.ts';

/** The tags of operations, under which the API reference lists them: those of an area, or of its resources. */
export type Tag =
  | Exclude<Area, 'analytics' | 'deletion'>
  | 'account'
  | 'workspaces'
  | 'certificates'
  | 'reports'
  | 'administrators';

type ResourceOfAnalytics<Path> = Path extends `functions/analytics/${infer Resource}/contract`
  ? Resource
  : never;

const ofAnalytics: Readonly<Record<ResourceOfAnalytics<keyof typeof contractModules>, Tag>> = {
  administrators: 'administrators',
  workspaces: 'workspaces',
  members: 'workspaces',
  invitations: 'workspaces',
  certificates: 'certificates',
  reports: 'reports',
};

/** Returns the tag of the operations of an area that a contract module declares. @param path the path of the module */
export function tagOf(path: string, area: Area): Tag {
  if (area === 'deletion') return 'account';
  if (area !== 'analytics') return area;
  const found = Object.entries(ofAnalytics).find(([resource]) => path.includes(`/${resource}/`));
  if (!found) throw new Error(`${path} has no tag in infra/openapi/tags.ts`);
  return found[1];
}
