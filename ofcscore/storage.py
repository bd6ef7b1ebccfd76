"""Static files under names that change with their content, so that browsers may keep them for good."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the names that our JavaScript modules import each other by: ours only, since what other packages
    bring may import by names that are no files.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1])
