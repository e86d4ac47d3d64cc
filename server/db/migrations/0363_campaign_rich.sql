-- What a version before carousels and files can't send whole is frozen as the first part's own, while the campaign itself has no
-- content: that version claims nothing from it.
alter table campaign_part drop constraint campaign_part_batch_check;
alter table campaign_part add constraint campaign_part_batch_check check (batch > 0) not valid;
-- rich: a test of such content, which waits for a version that knows it.
alter table campaign_test drop constraint campaign_test_state_check;
alter table campaign_test add constraint campaign_test_state_check
  check (state in ('pending', 'rich', 'sending', 'sent', 'failed', 'uncertain')) not valid;
drop index campaign_test_due;
create index campaign_test_due on campaign_test (tenant_id, id) where state in ('pending', 'rich', 'sending');
