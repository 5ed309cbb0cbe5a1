import { makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({
  // The same plum in both themes, because it is the brand mark and no text colour.
  bubble: { fill: '#803b83' },
  til: { stroke: '#ffffff' },
});

/** The product's mark: a speech bubble with the tilde of its name. */
export function Mark({ size = 24 }: { size?: number }) {
  const styles = useStyles();
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        className={styles.bubble}
        d="M5.5 1h13A4.5 4.5 0 0 1 23 5.5v10a4.5 4.5 0 0 1-4.5 4.5H9.2l-3.7 3.2a.9.9 0 0 1-1.5-.68V19.7A4.5 4.5 0 0 1 1 15.5v-10A4.5 4.5 0 0 1 5.5 1Z"
      />
      <path
        className={styles.til}
        d="M6.6 12.3c.7-2.1 1.9-3.1 3.3-3.1 2.4 0 2.7 2.6 4.7 2.6 1.2 0 2-.8 2.7-2.5"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
