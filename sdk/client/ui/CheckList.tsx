import type { ReactNode, Ref } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Circle16Regular } from '@fluentui/react-icons';
import { ToneIcon } from './marks.tsx';
import { ext } from './tokens.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CheckedItem {
  key: string;
  /** `skipped`: not checked, because an earlier check failed. */
  state: 'ok' | 'warn' | 'bad' | 'skipped';
  /** The state in words, for screen readers. */
  stateText: string;
  title: string;
  /** The finding, and the remedy. */
  text: string;
  /** A button that mends it. */
  action?: ReactNode;
}
interface CheckListProps {
  items: readonly CheckedItem[];
  ref?: Ref<HTMLUListElement>;
}

const useStyles = makeStyles({
  list: {
    width: '100%',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    overflow: 'hidden',
  },
  line: {
    display: 'flex',
    gap: '10px',
    padding: '10px 14px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
  icon: { display: 'flex', flexShrink: 0, height: '20px', alignItems: 'center' },
  ok: { color: ext.ok },
  warn: { color: ext.warn },
  bad: { color: ext.bad },
  skipped: { color: tokens.colorNeutralForeground3 },
  words: { flexGrow: 1, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  quiet: { color: tokens.colorNeutralForeground3 },
  action: { flexShrink: 0, alignSelf: 'center', whiteSpace: 'nowrap' },
});

/** The results of a check of something outside the product, such as an account at a provider, one line each. */
export function CheckList({ items, ref }: CheckListProps) {
  const styles = useStyles();
  return (
    <ul ref={ref} className={styles.list}>
      {items.map(({ key, state, stateText, title, text, action }) => {
        const quiet = state === 'skipped' && styles.quiet;
        return (
          <li key={key} className={styles.line}>
            <span className={mergeClasses(styles.icon, styles[state])}>
              {state === 'skipped' ? <Circle16Regular aria-hidden="true" /> : <ToneIcon tone={state} />}
              <VisuallyHidden>{stateText}</VisuallyHidden>
            </span>
            <div className={styles.words}>
              <span className={mergeClasses(styles.title, quiet)}>{title}</span>
              <p className={mergeClasses(styles.text, quiet)}>{text}</p>
            </div>
            {action !== undefined && <div className={styles.action}>{action}</div>}
          </li>
        );
      })}
    </ul>
  );
}
