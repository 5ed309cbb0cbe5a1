import { useEffect, useRef } from 'react';
import { ToggleButton, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Checkmark12Filled } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Bar, Dot, FormRow, SkeletonRows, ext } from '@balcao/sdk/ui';
import { useQueues } from './useQueues.ts';

export interface UserQueuesProps {
  user: { queues?: { id: number }[] } | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown, known?: unknown): void;
}

const field = 'queueIds';

const useStyles = makeStyles({
  chips: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px',
    maxHeight: '148px',
    overflowY: 'auto',
    padding: '2px',
    // There the whole form scrolls.
    '@media (max-width: 599px)': { maxHeight: 'none' },
  },
  chip: {
    minWidth: 0,
    height: '28px',
    paddingInline: '10px',
    gap: '7px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
    '@media (max-width: 599px)': { height: '40px', paddingInline: '14px' },
  },
  chosen: { backgroundColor: ext.selected, fontWeight: tokens.fontWeightMedium },
  none: { color: tokens.colorNeutralForeground3 },
});

/** The queues a person works in, within that person's form. */
export default function UserQueues({ user, values, setValue }: UserQueuesProps) {
  const t = useT();
  const styles = useStyles();
  const { queues } = useQueues();
  const known = user?.queues?.map((queue) => queue.id);
  const chosen = (values[field] as number[] | undefined) ?? known ?? [];
  const toggle = (id: number): void =>
    setValue(field, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], known);

  // Where there is one department, whoever is new works in it.
  const offered = useRef(false);
  const only = queues?.length === 1 ? queues[0]?.id : undefined;
  useEffect(() => {
    if (offered.current || user || only === undefined) return;
    offered.current = true;
    setValue(field, [only], [only]);
  }, [user, only, setValue]);
  const seesNothing = values['profile'] === 'user' && queues && queues.length > 0 && chosen.length === 0;

  return (
    <>
      <FormRow label={t('user.label')} name={field} help={t('user.help')}>
        <div role="group" className={styles.chips}>
          {!queues && <SkeletonRows rows={1} height={28} />}
          {queues?.length === 0 && <span className={styles.none}>{t('user.none')}</span>}
          {queues?.map(({ id, name, color }) => {
            const isChosen = chosen.includes(id);
            return (
              <ToggleButton
                key={id}
                size="small"
                checked={isChosen}
                className={mergeClasses(styles.chip, isChosen && styles.chosen)}
                onClick={() => toggle(id)}
              >
                {isChosen ? <Checkmark12Filled aria-hidden="true" style={{ color }} /> : <Dot color={color} square />}
                {name}
              </ToggleButton>
            );
          })}
        </div>
      </FormRow>
      {seesNothing && <Bar tone="warn">{t('user.noneChosen')}</Bar>}
    </>
  );
}
