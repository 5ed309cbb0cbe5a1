import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

export interface StepsProps {
  /** Heading above the list. */
  title: string;
  /** The steps in order, a sentence each. */
  steps: readonly ReactNode[];
}

const useStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.01em',
  },
  list: { margin: '16px 0 0', padding: 0, listStyleType: 'none', display: 'grid', gap: '16px' },
  step: { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: '12px', alignItems: 'start' },
  number: {
    width: '24px',
    height: '24px',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: '50%',
    backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandBackground} 12%, transparent)`,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  text: { paddingTop: '2px' },
});

/** Instructions, step by step, for something outside the product: on a phone, at a provider. */
export function Steps({ title, steps }: StepsProps) {
  const styles = useStyles();
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <li key={index} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.text}>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
