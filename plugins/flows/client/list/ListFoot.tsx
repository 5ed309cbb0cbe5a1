import { makeStyles, tokens } from '@fluentui/react-components';
import { Info16Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Kbd } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '8px 24px',
    padding: '12px 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  part: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  keys: { display: 'inline-flex', flexWrap: 'wrap', gap: '4px 16px' },
});

const keys = [
  ['j', 'k', 'list.walk'],
  ['Enter', undefined, 'list.open'],
  ['n', undefined, 'list.new'],
] as const;

/** Explains the shares and the keys of the list. */
export function ListFoot() {
  const t = useT();
  const styles = useStyles();
  return (
    <footer className={styles.foot}>
      <span className={styles.part}>
        <Info16Regular aria-hidden="true" />
        {t('list.sharesMean')}
      </span>
      <span className={styles.keys}>
        {keys.map(([key, other, text]) => (
          <span key={key} className={styles.part}>
            <Kbd keys={key} />
            {other && <Kbd keys={other} />}
            {t(text)}
          </span>
        ))}
      </span>
    </footer>
  );
}
