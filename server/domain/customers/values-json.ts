/** SQL: the filled fields of the customer with the alias, as `customerValueSchema` has them. */
export function customerValuesJson(customer: string): string {
  return `coalesce((select json_agg(json_build_object('field_id', v.field_id::text, 'value', case
      when v.text_value is not null then v.text_value
      when v.date_value is not null then v.date_value::text
      when f.type = 'boolean' then (v.number_value <> 0)::text
      else v.number_value::numeric::text end) order by v.field_id)
    from customer_value v join customer_field f on f.tenant_id = v.tenant_id and f.id = v.field_id
    where v.tenant_id = ${customer}.tenant_id and v.customer_id = ${customer}.id), '[]'::json)`;
}
