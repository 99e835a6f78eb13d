import {
  powers,
  ROLES_BESIDE_OWNER,
  type Role,
  type RoleBesideOwner,
  rolesIn,
  type WorkspaceKind,
} from '../../../shared/workspaces/roles.ts';
import type { Member } from '../api.ts';
import { Field, useWords } from '../parts.tsx';
import { tabsOf } from '../tabs.ts';
import { useTeam } from './words.tsx';

/** The roles that an officer gives. Every employee can send certificates, but a merchant has no use for a role without a tab. */
export const assignableRoles = ({
  workspaceKind,
  role: own,
}: Readonly<{ workspaceKind: WorkspaceKind; role: Role }>): readonly RoleBesideOwner[] =>
  powers[own].manages.filter(
    (role) =>
      rolesIn(workspaceKind).includes(role) &&
      (workspaceKind === 'corporate' || tabsOf({ workspaceKind, role }).length > 0),
  );

interface RoleFieldProps<Choice> {
  readonly label: string;
  readonly roles: readonly Choice[];
  readonly value: Choice;
  readonly choose: (role: Choice) => void;
}

export function RoleField<Choice extends Role>({ label, roles, value, choose }: RoleFieldProps<Choice>) {
  const { roles: names } = useWords();
  return (
    <Field id="role" label={label}>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Choice)}>
        {roles.map((role) => (
          <option value={role} key={role}>
            {names[role]}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface NewRoleProps {
  readonly member: Member;
  readonly who: string;
  readonly assignable: readonly RoleBesideOwner[];
}

export function NewRole({ member, who, assignable }: NewRoleProps) {
  const { roles } = useWords();
  const team = useTeam();
  const { members } = team;
  return (
    <fieldset>
      <legend>{members.newRole(who)}</legend>
      {assignable.map((role) => (
        <label class="choice" key={role}>
          <input type="radio" name="new-role" value={role} defaultChecked={member.role === role} />{' '}
          <span>
            <b>{roles[role]}</b>: {members.roleMeans[role]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export const newRoleOf = (form: FormData): RoleBesideOwner =>
  ROLES_BESIDE_OWNER.find((role) => role === form.get('new-role')) ?? 'member';
