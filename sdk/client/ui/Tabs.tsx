import type { ReactElement } from 'react';
import { Tab, TabList, makeStyles, tokens } from '@fluentui/react-components';
import { Count } from './marks.tsx';

export interface TabOption<V extends string> {
  value: V;
  label: string;
  count?: number;
  icon?: ReactElement;
}

export interface TabsProps<V extends string> {
  /** What the tabs choose between, for those who listen. */
  label: string;
  value: V;
  onChange(value: V): void;
  options: readonly TabOption<V>[];
}

const useStyles = makeStyles({
  list: { height: '44px', gap: '2px' },
  tab: {
    minHeight: '44px',
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    '@media (max-width: 599px)': { minWidth: '44px' },
  },
  label: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
});

/** Tabs of a page or panel: the chosen one is underlined. */
export function Tabs<V extends string>({ label, value, onChange, options }: TabsProps<V>) {
  const styles = useStyles();
  return (
    <TabList
      className={styles.list}
      aria-label={label}
      selectedValue={value}
      onTabSelect={(_, data) => {
        const chosen = options.find((option) => option.value === data.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <Tab
          key={option.value}
          value={option.value}
          className={styles.tab}
          {...(option.icon ? { icon: option.icon } : {})}
        >
          {option.count === undefined ? (
            option.label
          ) : (
            <span className={styles.label}>
              {option.label}
              <Count value={option.count} />
            </span>
          )}
        </Tab>
      ))}
    </TabList>
  );
}
