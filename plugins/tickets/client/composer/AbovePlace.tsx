import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { Ref } from 'react';

const useStyles = makeStyles({
  place: {
    flexShrink: 0,
    width: '100%',
    maxWidth: '976px',
    marginInline: 'auto',
    padding: '0 16px 8px',
    ':empty': { display: 'none' },
    '@media (max-width: 599px)': { padding: '0 8px 8px' },
  },
  away: { display: 'none' },
});

/** Where buttons of the composer show their cards; the lists that belong to the text open over it. */
export function AbovePlace({ ref, isAway }: { ref: Ref<HTMLDivElement>; isAway: boolean }) {
  const styles = useStyles();
  return <div ref={ref} className={mergeClasses(styles.place, isAway && styles.away)} />;
}
