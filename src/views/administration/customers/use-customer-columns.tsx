import { CONSENT_CHANNELS } from '../../../../contract/facts/customers.ts';
import type { CustomerField, ListedCustomer } from '../../../machines/entities/customers.ts';
import { useValueText } from '../../attendance/customer/use-value-text.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { TagChip } from '../../kit/TagChip.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { FirstCell, NoValue } from '../list/FirstCell.tsx';
import styles from './CustomersScreen.module.css';

/** The columns of the customers' list; those of the company's own fields are shown once they are chosen. */
export function useCustomerColumns(fields: readonly CustomerField[]): readonly TableColumn<ListedCustomer>[] {
  const text = useText();
  const formats = useFormats();
  const valueText = useValueText();
  return [
    {
      id: 'name',
      title: text('customers.name'),
      sortBy: 'name',
      cell: ({ name, phone, isBlocked }) => (
        <FirstCell
          name={name === phone ? formats.phone(phone) : name}
          about={
            <>
              {formats.phone(phone)} {isBlocked && <Tag tone="danger">{text('attendance.customer.blacklisted')}</Tag>}
            </>
          }
        />
      ),
    },
    {
      id: 'tags',
      title: text('customers.tags'),
      cell: ({ tags }) =>
        tags.length === 0 ? (
          <NoValue />
        ) : (
          <span className={styles.tags}>
            {tags.map(({ id, name, color }) => (
              <TagChip key={id} name={name} color={color} />
            ))}
          </span>
        ),
    },
    {
      id: 'email',
      title: text('customers.email'),
      cell: ({ email }) => email ?? <NoValue />,
    },
    {
      id: 'contact',
      title: text('base.contact'),
      cell: ({ lastContactAt }) => (lastContactAt === null ? text('base.contact.never') : formats.date(lastContactAt)),
    },
    {
      id: 'created_at',
      title: text('base.since'),
      sortBy: 'created_at',
      cell: ({ createdAt }) => formats.date(createdAt),
    },
    {
      id: 'consent',
      title: text('base.consent'),
      isExtra: true,
      cell: ({ consents = {} }) => {
        const said = CONSENT_CHANNELS.flatMap((channel) => {
          const isGranted = consents[channel];
          return isGranted === undefined ? [] : [{ channel, isGranted }];
        });
        if (said.length === 0) return <NoValue />;
        return (
          <span className={styles.tags}>
            {said.map(({ channel, isGranted }) => (
              <Tag key={channel} tone={isGranted ? 'success' : 'danger'}>
                {text(`base.consent.${channel}_${isGranted ? 'granted' : 'revoked'}`)}
              </Tag>
            ))}
          </span>
        );
      },
    },
    ...fields.map((field): TableColumn<ListedCustomer> => ({
      id: `field_${field.id}`,
      title: field.name,
      isExtra: true,
      ...(field.type === 'number' && { align: 'end' }),
      cell: ({ values = {} }) => {
        const value = values[field.id];
        return value === undefined ? <NoValue /> : <span className={styles.value}>{valueText(field, value)}</span>;
      },
    })),
  ];
}
