import { makeStyles, tokens } from '@fluentui/react-components';
import { useFormat } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 599px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    padding: '12px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
  },
  count: {
    margin: 0,
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.02em',
    fontVariantNumeric: 'tabular-nums',
  },
  name: { color: tokens.colorNeutralForeground2 },
});

/** A few counts beside each other. */
export function Tally({ counts }: { counts: readonly { name: string; count: number }[] }) {
  const styles = useStyles();
  const format = useFormat();
  return (
    <dl className={styles.list}>
      {counts.map(({ name, count }) => (
        <div key={name} className={styles.card}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.count}>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
