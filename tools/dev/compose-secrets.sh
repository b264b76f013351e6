#!/bin/sh
# Writes the secrets of docker-compose.yml to .env, which Docker Compose reads. Only its owner can read the file.
#   sh tools/dev/compose-secrets.sh
# A file that exists is not replaced: without its keys, the data that they encrypted is lost.
set -euC
umask 077
file=${1:-$(dirname "$0")/../../.env}
# First, so that nothing is written if one of them cannot be made.
postgres_password=$(openssl rand -hex 24)
mongodb_password=$(openssl rand -hex 24)
# By which the members of the replica set know each other: at most 1,024 characters of base64.
mongodb_key=$(openssl rand -base64 567)
encryption_key=$(openssl rand -base64 32)
{
  echo "POSTGRES_PASSWORD=$postgres_password"
  echo "MONGODB_PASSWORD=$mongodb_password"
  echo "MONGODB_KEY=$(echo "$mongodb_key" | tr -d '\n')"
  echo "ENCRYPTION_KEYS=main:$encryption_key"
} >"$file"
echo "wrote $file; keep it, and make a copy of it: without it, encrypted data is lost"
