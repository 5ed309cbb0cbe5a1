import { Button, makeStyles } from '@fluentui/react-components';
import type { OutboundMenu } from '@balcao/connections/contract';

const useStyles = makeStyles({
  choices: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: '200px', padding: '2px 10px 8px' },
});

export interface ChoicesProps {
  menu: OutboundMenu;
  onChoose(option: OutboundMenu['options'][number]): void;
}

/** The company’s menu of tappable choices. */
export function Choices({ menu, onChoose }: ChoicesProps) {
  const styles = useStyles();
  return (
    <div className={styles.choices}>
      {menu.options.map((option) => (
        <Button key={option.id} size="small" onClick={() => onChoose(option)}>
          {option.title}
        </Button>
      ))}
    </div>
  );
}
