import { useController } from 'react-hook-form';
import { Switch } from '#ui/form/switch.tsx';

interface SwitchFieldProps {
  name: string;
  label: string;
  /** Explains the effect of the switch. */
  text: string;
}

export function SwitchField({ name, label, text }: SwitchFieldProps) {
  const { field } = useController({ name });
  return <Switch label={label} text={text} checked={field.value === true} onChange={field.onChange} />;
}
