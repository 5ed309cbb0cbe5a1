import { makeStyles, tokens } from '@fluentui/react-components';
import { keyCaps } from '../index.ts';

const useStyles = makeStyles({
  keys: { display: 'inline-flex', alignItems: 'center', gap: '4px', flexShrink: 0, verticalAlign: 'middle' },
  key: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: '18px',
    height: '18px',
    paddingInline: '4px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase100,
    lineHeight: 1,
  },
});

const arrows: Readonly<Record<string, string>> = {
  Arrowup: '↑',
  Arrowdown: '↓',
  Arrowleft: '←',
  Arrowright: '→',
};

/** Shows keys for reading: 'mod+k' is Ctrl K, or ⌘ K on a Mac. */
export function Kbd({ keys }: { keys: string }) {
  const styles = useStyles();
  return (
    <span className={styles.keys}>
      {keyCaps(keys).map((cap, index) => (
        <kbd key={index} className={styles.key}>
          {arrows[cap] ?? cap}
        </kbd>
      ))}
    </span>
  );
}
