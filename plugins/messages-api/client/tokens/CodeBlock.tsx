import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  code: {
    margin: 0,
    padding: '14px 16px',
    overflowX: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    tabSize: 2,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  wrapped: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '320px', overflowY: 'auto' },
});

/** Preformatted code; code wider than the page scrolls inside, also by keyboard. */
export function CodeBlock({ label, wrapped, children }: { label: string; wrapped?: boolean; children: string }) {
  const styles = useStyles();
  return (
    <pre className={`${styles.code} ${wrapped ? styles.wrapped : ''}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}
