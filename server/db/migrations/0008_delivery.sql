-- As in `message`: names the text of `error_code`.
alter table parked_status add column error_key text;

-- What is kept aside is kept once, however often the provider repeats it.
create index webhook_rejected_body on webhook_rejected (md5(body));
