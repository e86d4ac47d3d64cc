import type { FormFields } from '../../../machines/entities/forms.ts';
import type { DynamicSetting } from '../../../machines/entities/support.ts';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSettingTexts } from './setting-texts.ts';
import styles from './SettingsScreen.module.css';

const { FormNumber, FormSelect, FormSwitch, FormText } = fieldsOf<FormFields['setting']>();

interface SettingDialogProps {
  readonly setting: DynamicSetting;
  readonly onClose: () => void;
}

/** Edits one setting, with the field of its type. */
export function SettingDialog({ setting, onClose }: SettingDialogProps) {
  const text = useText();
  const { nameOf, aboutOf, valueOf } = useSettingTexts();
  return (
    <FormDialog
      form="setting"
      formKey={setting.id}
      values={null}
      title={nameOf(setting)}
      submitLabel={text('action.save')}
      size="sm"
      onClose={onClose}
    >
      <Fields>
        <p className={styles.about}>{aboutOf(setting)}</p>
        <SettingField setting={setting} />
        <p className={styles.about}>{text('settings.usual.is', { value: valueOf(setting, setting.usual) })}</p>
      </Fields>
    </FormDialog>
  );
}

function SettingField({ setting }: Pick<SettingDialogProps, 'setting'>) {
  const text = useText();
  const { nameOf, optionOf } = useSettingTexts();
  const { type, min, max, unit, options } = setting;
  const label = nameOf(setting);
  switch (type) {
    case 'boolean':
      return <FormSwitch name="value" label={label} />;
    case 'choice':
      return (
        <FormSelect
          name="value"
          label={label}
          options={options.map((id) => ({ id, label: optionOf(setting, id) }))}
          isRequired
        />
      );
    case 'text':
      return <FormText name="value" label={label} autoFocus />;
    case 'number':
    case 'duration':
      return (
        <FormNumber
          name="value"
          label={label}
          {...(min === null || max === null ? {} : { min, max, description: text('settings.range', { min, max }) })}
          {...(unit === null ? {} : { unit: text(`settings.unit.${unit}`) })}
        />
      );
  }
}
