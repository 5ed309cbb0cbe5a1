import { makeStyles, tokens } from '@fluentui/react-components';
import type { FoundMessage } from '../../contract.ts';

const useStyles = makeStyles({
  hit: { backgroundColor: 'transparent', color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
});

/** An excerpt of a message with the hits marked. */
export function Excerpt({ text, marks }: FoundMessage['snippet']) {
  const styles = useStyles();
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.hit}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
