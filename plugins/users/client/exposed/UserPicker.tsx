import { useState } from 'react';
import { Combobox, Field, Option, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { api, errorText, mediaUrl, translate, useSession, useT, foldText } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { ChosenUser, UserPickerProps } from '../../contract.ts';

const useStyles = makeStyles({
  option: { display: 'inline-flex', alignItems: 'center', gap: '8px', width: '100%' },
  presence: { marginLeft: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Loads the people of the company, those online first. Fetched each time, because that changes by the minute. */
const useColleagues = () =>
  useQuery({
    queryKey: ['users', 'picker'],
    queryFn: async ({ signal }) => {
      const answer = await api.get<ChosenUser[] | { users: ChosenUser[] }>('/users/list', {}, { signal });
      return (Array.isArray(answer) ? answer : answer.users).toSorted(
        (one, other) => Number(other.online) - Number(one.online) || one.name.localeCompare(other.name),
      );
    },
  });

/** Selects a person of the company, found by a part of the name. */
export default function UserPicker(props: UserPickerProps) {
  const { label, value, onChange, without = [], hint, error, required = false, autoFocus = false } = props;
  const t = useT();
  const styles = useStyles();
  const { user: me } = useSession();
  const [typed, setTyped] = useState('');
  const everybody = useColleagues();
  const found = everybody.data?.filter(
    ({ id, name }) => !without.includes(id) && (value !== null || foldText(name).includes(foldText(typed.trim()))),
  );
  const problem = error ?? (everybody.error ? errorText(everybody.error, t) : undefined);
  return (
    <Field
      label={label}
      required={required}
      {...(hint !== undefined && { hint })}
      {...(problem ? { validationState: 'error', validationMessage: problem } : {})}
    >
      <Combobox
        autoFocus={autoFocus}
        freeform
        clearable
        clearIcon={{ 'aria-label': translate('shell', 'ui.clearSelection') }}
        value={value?.name ?? typed}
        selectedOptions={value ? [String(value.id)] : []}
        placeholder={t('picker.placeholder')}
        onChange={(event) => {
          onChange(null);
          setTyped(event.target.value);
        }}
        onOptionSelect={(_, { optionValue }) => {
          const chosen = everybody.data?.find(({ id }) => String(id) === optionValue) ?? null;
          onChange(chosen);
          setTyped(chosen?.name ?? '');
        }}
      >
        {!found || found.length === 0 ? (
          <Option disabled value="hint" text="">
            {t(found ? 'picker.nobody' : 'picker.searching')}
          </Option>
        ) : (
          found.map(({ id, name, profilePicUrl, online }) => (
            <Option key={id} value={String(id)} text={name}>
              <span className={styles.option}>
                <Avatar
                  name={name}
                  picture={profilePicUrl && mediaUrl(profilePicUrl)}
                  size={24}
                  presence={online ? 'online' : 'offline'}
                  decorative
                />
                {id === me.id ? t('picker.me', { name }) : name}
                <span className={styles.presence}>{t(online ? 'picker.online' : 'picker.offline')}</span>
              </span>
            </Option>
          ))
        )}
      </Combobox>
    </Field>
  );
}
