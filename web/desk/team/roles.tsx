import type { Member, Workplace, WorkspaceRole } from '../api.ts';
import { Field, useWords } from '../parts.tsx';

const ASSIGNABLE = { corporate: ['member', 'hr_admin'], merchant: ['staff'] } as const;
export const assignableRoles = (workspaceKind: Workplace['workspaceKind']) => ASSIGNABLE[workspaceKind];

interface RoleFieldProps<Role> {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly value: Role;
  readonly choose: (role: Role) => void;
}

/** A choice of roles. The empty one stands for all roles. */
export function RoleField<Role extends WorkspaceRole | ''>({
  label,
  roles,
  value,
  choose,
}: RoleFieldProps<Role>) {
  const { roles: ofRoles, team } = useWords();
  const names = { ...ofRoles, '': team.members.allRoles };
  return (
    <Field id="role" label={label}>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Role)}>
        {roles.map((role) => (
          <option value={role} key={role}>
            {names[role]}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function NewRole({ member, who }: Readonly<{ member: Member; who: string }>) {
  const { roles, team } = useWords();
  const { members } = team;
  return (
    <fieldset>
      <legend>{members.newRole(who)}</legend>
      {ASSIGNABLE.corporate.map((role) => (
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

export const newRoleOf = (form: FormData) => (form.get('new-role') === 'hr_admin' ? 'hr_admin' : 'member');
