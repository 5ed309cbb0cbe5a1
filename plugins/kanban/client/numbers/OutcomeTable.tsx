import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { Avatar, Dot } from '@balcao/sdk/ui';
import type { OutcomeGroup } from './use-funnel.ts';
import { useTableStyles } from './table-styles.ts';

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3, padding: '12px 0' },
});

interface OutcomeTableProps {
  label: string;
  groups: readonly OutcomeGroup[];
  /** Name of the group that is nobody, or no department. */
  noneName: string;
  isPeople?: boolean;
}

/** Won and lost by person or by department. */
export function OutcomeTable({ label, groups, noneName, isPeople = false }: OutcomeTableProps) {
  const styles = useStyles();
  const table = useTableStyles();
  const t = useT();
  const { money, number } = useFormat();
  if (groups.length === 0) return <div className={styles.none}>{t('numbers.noOutcomes')}</div>;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{t('numbers.won')}</th>
          <th scope="col">{t('numbers.lost')}</th>
          <th scope="col">{t('numbers.wonValue')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, color, won, lost }) => (
          <tr key={id}>
            <th scope="row">
              <span className={styles.name}>
                {isPeople && id !== 0 && <Avatar name={name} size={24} decorative />}
                {color && <Dot color={color} square size={8} />}
                <span className={styles.text} title={name}>
                  {id === 0 ? noneName : name}
                </span>
              </span>
            </th>
            <td>{number(won.count)}</td>
            <td>{number(lost.count)}</td>
            <td>{money(won.cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
