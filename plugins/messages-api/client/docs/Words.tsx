import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({ code: { fontFamily: tokens.fontFamilyMonospace, fontSize: '0.95em' } });

/** A text whose backtick-quoted names are rendered as code. */
export function Words({ children }: { children: string }) {
  const styles = useStyles();
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className={styles.code}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
