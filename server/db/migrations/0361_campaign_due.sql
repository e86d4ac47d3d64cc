-- Who of a campaign is due, by part: those of a part that waits for its template aren't walked past. In place of the one without
-- the part, which a version before this may then do without for a while.
create index campaign_recipient_due on campaign_recipient
  (tenant_id, campaign_id, batch, zone, instance_id, next_attempt_at, customer_id) where state = 'pending';
drop index campaign_recipient_pending;
