import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';

const useStyles = makeStyles({
  section: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, padding: '0 16px 12px' },
  head: { display: 'flex', alignItems: 'center', gap: '8px', height: '36px' },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
});

export interface PanelSectionProps {
  /** Locale key in the namespace of whoever contributes it. */
  label: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the contact panel. */
export function PanelSection({ label, aside, children }: PanelSectionProps) {
  const styles = useStyles();
  const t = useT();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {t(label)}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
