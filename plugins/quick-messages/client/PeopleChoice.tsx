import { useId, useState } from 'react';
import { Checkbox, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircle12Filled, Search20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { mediaUrl, api, useSession, useT, foldText } from '@balcao/sdk/client';
import { Avatar, ErrorState, SkeletonRows, ext, useFormErrors } from '@balcao/sdk/ui';

interface Colleague {
  id: number;
  name: string;
  profilePicUrl?: string | null;
}

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, border: 'none', minWidth: 0 },
  people: {
    display: 'flex',
    flexDirection: 'column',
    height: '304px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: '4px',
    '@media (max-width: 599px)': { height: 'calc(100dvh - 300px)', minHeight: '200px' },
  },
  faulty: { border: `1px solid ${ext.bad}` },
  person: {
    display: 'flex',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    '& label': { flexGrow: 1 },
    '& .fui-Checkbox__indicator': { alignSelf: 'center', marginBlock: 0 },
  },
  name: { display: 'inline-flex', alignItems: 'center', gap: '10px' },
  none: { margin: 'auto', color: tokens.colorNeutralForeground3 },
  error: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    margin: 0,
    color: ext.bad,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

export interface PeopleChoiceProps {
  /** Name of the field on the server. */
  name: string;
  chosen: ReadonlySet<number>;
  onChange(chosen: ReadonlySet<number>): void;
}

/** Selects colleagues, filtered by the typed text. */
export function PeopleChoice({ name, chosen, onChange }: PeopleChoiceProps) {
  const t = useT();
  const styles = useStyles();
  const errorId = useId();
  const error = useFormErrors().of(name);
  const { user } = useSession();
  const [term, setTerm] = useState('');
  const everybody = useQuery({
    queryKey: ['users', 'combolist'],
    queryFn: ({ signal }) => api.get<Colleague[]>('/users/combolist', {}, { signal }),
    staleTime: 60_000,
  });
  const people = everybody.data?.filter(({ id }) => id !== user.id) ?? [];
  const shown = people.filter((person) => foldText(person.name).includes(foldText(term.trim())));
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset
      className={styles.group}
      aria-label={t('field.people')}
      {...(error ? { 'aria-describedby': errorId } : {})}
    >
      <Input
        appearance="filled-darker"
        contentBefore={<Search20Regular aria-hidden="true" />}
        placeholder={t('share.search')}
        aria-label={t('share.search')}
        aria-invalid={error !== undefined}
        value={term}
        autoFocus
        onChange={(_, { value }) => setTerm(value)}
        onKeyDown={(event) => {
          // Enter in the search field must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className={mergeClasses(styles.people, error !== undefined && styles.faulty)}>
        {everybody.isPending && <SkeletonRows rows={6} height={40} />}
        {everybody.error && <ErrorState error={everybody.error} onRetry={() => void everybody.refetch()} />}
        {everybody.data && shown.length === 0 && (
          <span className={styles.none}>{people.length === 0 ? t('share.alone') : t('share.none', { term })}</span>
        )}
        {shown.map((person) => (
          <div key={person.id} className={styles.person}>
            <Checkbox
              checked={chosen.has(person.id)}
              label={
                <span className={styles.name}>
                  <Avatar
                    name={person.name}
                    picture={person.profilePicUrl && mediaUrl(person.profilePicUrl)}
                    size={24}
                    decorative
                  />
                  {person.name}
                </span>
              }
              onChange={() => toggle(person.id)}
            />
          </div>
        ))}
      </div>
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          <ErrorCircle12Filled aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
